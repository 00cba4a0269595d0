//! Checks values against the schemas of `/api/openapi.json`.

use serde_json::Value;

/// Describes where a value differs from its schema.
pub(super) fn mismatch(document: &Value, schema: &Value, value: &Value) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let pointer = name.trim_start_matches('#');
        let found = document.pointer(pointer).unwrap_or_else(|| panic!("no schema {name}"));
        return mismatch(document, found, value).map(|why| format!("{name}: {why}"));
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let whys: Option<Vec<String>> =
            choices.iter().map(|choice| mismatch(document, choice, value)).collect();
        return whys.map(|whys| whys.join("; "));
    }
    let kind = schema["type"].as_str().unwrap_or_else(|| panic!("unknown schema {schema}"));
    let is_kind = match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => panic!("unknown type {kind}"),
    };
    if !is_kind {
        return Some(format!("{value} is no {kind}"));
    }
    let items = value.as_array().filter(|_| !schema["items"].is_null());
    let of_items =
        items.and_then(|items| items.iter().find_map(|item| mismatch(document, &schema["items"], item)));
    of_items.or_else(|| object_mismatch(document, schema, value))
}

fn object_mismatch(document: &Value, schema: &Value, value: &Value) -> Option<String> {
    let fields = value.as_object()?;
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    for name in required {
        if !fields.contains_key(name) {
            return Some(format!("{name} is missing"));
        }
    }
    fields.iter().find_map(|(name, value)| {
        let why = match (&schema["properties"][name], &schema["additionalProperties"]) {
            (Value::Null, Value::Bool(false)) => Some("is not documented".to_owned()),
            (Value::Null, Value::Null) => None,
            (Value::Null, other) => mismatch(document, other, value),
            (known, _) => mismatch(document, known, value),
        };
        why.map(|why| format!("{name}: {why}"))
    })
}

#[test]
fn undocumented_shapes_are_found() {
    let document = serde_json::json!({ "components": { "schemas": { "Name": {
        "type": "object", "required": ["name"], "additionalProperties": false,
        "properties": { "name": { "type": "string" }, "age": { "type": "integer" } },
    } } } });
    let named = serde_json::json!({ "$ref": "#/components/schemas/Name" });
    let check = |schema: &Value, value: &str, is_fine: bool| {
        let found = mismatch(&document, schema, &serde_json::from_str(value).unwrap());
        assert_eq!(found.is_none(), is_fine, "{value}: {found:?}");
    };
    check(&named, r#"{"name":"Ann"}"#, true);
    check(&named, r#"{"name":"Ann","age":7}"#, true);
    check(&named, r#"{"name":"Ann","age":7.5}"#, false);
    check(&named, r#"{"name":"Ann","size":7}"#, false);
    check(&named, r#"{"age":7}"#, false);
    check(&named, "[]", false);
    let names = serde_json::json!({ "type": "array", "items": { "anyOf": [named, { "type": "null" }] } });
    check(&names, r#"[{"name":"Ann"},null]"#, true);
    check(&names, r#"[{"name":"Ann"},3]"#, false);
    let map = serde_json::json!({ "type": "object", "additionalProperties": { "type": "string" } });
    check(&map, r#"{"a":"b"}"#, true);
    check(&map, r#"{"a":1}"#, false);
}

//! The container image: an OCI layout with one layer per architecture, which holds the program and an empty data
//! folder. It is written without a daemon. `manifest.json` is for Docker without the containerd image store, which does
//! not read the layout.

use serde_json::{Value, json};

use crate::error::PackageError;
use crate::release::Release;
use crate::tar::{Owner, TarBuilder};
use crate::{gzip, sha256};

/// Unprivileged user and group, by convention of images without a user database.
const USER: Owner = Owner(65532);

const PORT: u16 = 7171;

const INDEX: &str = "application/vnd.oci.image.index.v1+json";
const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
const CONFIG: &str = "application/vnd.oci.image.config.v1+json";
const LAYER: &str = "application/vnd.oci.image.layer.v1.tar+gzip";

/// Content-addressed files of the layout.
#[derive(Default, Debug)]
struct Blobs(Vec<(String, Vec<u8>)>);

impl Blobs {
    /// Adds a file. Returns its descriptor.
    fn add(&mut self, media_type: &str, content: Vec<u8>) -> Value {
        let digest = sha256::hex(&content);
        let descriptor =
            json!({ "mediaType": media_type, "digest": format!("sha256:{digest}"), "size": content.len() });
        self.0.push((digest, content));
        descriptor
    }
}

/// Packs the layout of all architectures as a tar archive. Programs come with the image's name of their architecture.
pub(crate) fn archive(release: &Release, programs: &[(&str, Vec<u8>)]) -> Result<Vec<u8>, PackageError> {
    let name = format!("localhost/hanpan:{}", release.version);
    let mut blobs = Blobs::default();
    let (mut manifests, mut images) = (Vec::new(), Vec::new());
    for (architecture, program) in programs {
        let layer = layer(release, program)?;
        // The configuration names the layer's content, the manifest the compressed file.
        let content = sha256::hex(&layer);
        let config = blobs.add(CONFIG, to_bytes(&config(release, architecture, &content)));
        let layer = blobs.add(LAYER, gzip::compress(&layer).map_err(PackageError::new)?);
        let manifest =
            json!({ "schemaVersion": 2, "mediaType": MANIFEST, "config": config, "layers": [layer] });
        // There a name is one image, whatever the processor; the first architecture has it, the others have a suffix.
        let tag = if images.is_empty() { name.clone() } else { format!("{name}-{architecture}") };
        images.push(json!({
            "Config": blob_path(&manifest["config"]),
            "RepoTags": [tag],
            "Layers": [blob_path(&manifest["layers"][0])],
        }));
        let mut descriptor = blobs.add(MANIFEST, to_bytes(&manifest));
        descriptor["platform"] = json!({ "architecture": architecture, "os": "linux" });
        manifests.push(descriptor);
    }
    let platforms = json!({ "schemaVersion": 2, "mediaType": INDEX, "manifests": manifests });
    let mut platforms = blobs.add(INDEX, to_bytes(&platforms));
    // Docker reads the first name, Podman either.
    platforms["annotations"] =
        json!({ "io.containerd.image.name": name, "org.opencontainers.image.ref.name": name });
    let index = json!({ "schemaVersion": 2, "mediaType": INDEX, "manifests": [platforms] });

    let mut tar = TarBuilder::new(release.epoch);
    tar.file("oci-layout", 0o644, br#"{"imageLayoutVersion":"1.0.0"}"#)?;
    tar.file("index.json", 0o644, &to_bytes(&index))?;
    tar.file("manifest.json", 0o644, &to_bytes(&Value::Array(images)))?;
    tar.folder("blobs/", 0o755, Owner::ROOT)?;
    tar.folder("blobs/sha256/", 0o755, Owner::ROOT)?;
    for (digest, content) in &blobs.0 {
        tar.file(&format!("blobs/sha256/{digest}"), 0o644, content)?;
    }
    Ok(tar.finish())
}

/// Path in the layout of what a descriptor describes.
fn blob_path(descriptor: &Value) -> String {
    format!("blobs/{}", descriptor["digest"].as_str().unwrap_or_default().replace(':', "/"))
}

/// Root of the container. A new volume takes over owner and mode of the folder it is mounted on.
fn layer(release: &Release, program: &[u8]) -> Result<Vec<u8>, PackageError> {
    let mut tar = TarBuilder::new(release.epoch);
    tar.folder("data/", 0o700, USER)?;
    tar.file("hanpan", 0o755, program)?;
    Ok(tar.finish())
}

fn config(release: &Release, architecture: &str, layer: &str) -> Value {
    let Owner(user) = USER;
    let port = format!("{PORT}/tcp");
    json!({
        "created": release.moment.rfc3339(),
        "architecture": architecture,
        "os": "linux",
        "config": {
            "User": format!("{user}:{user}"),
            "ExposedPorts": { port: {} },
            "Env": [format!("HANPAN_LISTEN=0.0.0.0:{PORT}"), "HANPAN_DATA=/data"],
            "Entrypoint": ["/hanpan"],
            "Cmd": ["serve"],
            "Volumes": { "/data": {} },
            "WorkingDir": "/data",
            "StopSignal": "SIGTERM",
            "Labels": {
                "org.opencontainers.image.title": "Hanpan",
                "org.opencontainers.image.description": "Chess server",
                "org.opencontainers.image.version": release.version,
                "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
            },
        },
        "rootfs": { "type": "layers", "diff_ids": [format!("sha256:{layer}")] },
        "history": [{ "created": release.moment.rfc3339(), "created_by": "cargo xtask dist" }],
    })
}

fn to_bytes(value: &Value) -> Vec<u8> {
    value.to_string().into_bytes()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use std::collections::BTreeMap;
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    /// Files of a tar archive by path.
    fn files(tar: &[u8]) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut rest = tar;
        while rest[0] != 0 {
            let text = |from: usize, to: usize| {
                str::from_utf8(&rest[from..to]).unwrap().trim_end_matches('\0').to_owned()
            };
            let size = usize::from_str_radix(&text(124, 136), 8).unwrap();
            files.insert(text(0, 100), rest[512..512 + size].to_vec());
            rest = &rest[512 + size.next_multiple_of(512)..];
        }
        files
    }

    /// Loads the archive as Docker's own image store does: by `manifest.json` alone, comparing the unpacked layers with
    /// the configuration. Returns tag, architecture and files of each image.
    fn load(tar: &[u8]) -> Vec<(String, String, BTreeMap<String, Vec<u8>>)> {
        let files = files(tar);
        let images: Vec<Value> = serde_json::from_slice(&files["manifest.json"]).unwrap();
        let load = |image: &Value| {
            let config: Value = serde_json::from_slice(&files[image["Config"].as_str().unwrap()]).unwrap();
            let layers = image["Layers"].as_array().unwrap();
            let expected = config["rootfs"]["diff_ids"].as_array().unwrap();
            assert_eq!(layers.len(), expected.len());
            let mut content = BTreeMap::new();
            for (layer, expected) in layers.iter().zip(expected) {
                let mut plain = Vec::new();
                let packed = &files[layer.as_str().unwrap()];
                GzDecoder::new(packed.as_slice()).read_to_end(&mut plain).unwrap();
                assert_eq!(&json!(format!("sha256:{}", sha256::hex(&plain))), expected);
                content.extend(self::files(&plain));
            }
            let tags = image["RepoTags"].as_array().unwrap();
            assert_eq!(tags.len(), 1);
            (
                tags[0].as_str().unwrap().to_owned(),
                config["architecture"].as_str().unwrap().to_owned(),
                content,
            )
        };
        images.iter().map(load).collect()
    }

    #[test]
    fn docker_without_containerd_finds_an_image_for_each_architecture() {
        let release = Release::without_files("1.2.3");
        let programs = [("amd64", b"first".to_vec()), ("arm64", b"second".to_vec())];
        let images = load(&archive(&release, &programs).unwrap());
        let seen: Vec<_> = images
            .iter()
            .map(|(tag, architecture, files)| {
                (tag.as_str(), architecture.as_str(), files["hanpan"].as_slice())
            })
            .collect();
        let expected: [(&str, &str, &[u8]); 2] = [
            ("localhost/hanpan:1.2.3", "amd64", b"first"),
            ("localhost/hanpan:1.2.3-arm64", "arm64", b"second"),
        ];
        assert_eq!(seen, expected);
    }
}

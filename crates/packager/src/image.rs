//! The container image: an OCI layout with one layer per architecture, which holds the program and an empty data
//! folder. It is written without a daemon.

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
    let mut blobs = Blobs::default();
    let mut manifests = Vec::new();
    for (architecture, program) in programs {
        let layer = layer(release, program)?;
        // The configuration names the layer's content, the manifest the compressed file.
        let content = sha256::hex(&layer);
        let config = blobs.add(CONFIG, to_bytes(&config(release, architecture, &content)));
        let layer = blobs.add(LAYER, gzip::compress(&layer).map_err(PackageError::new)?);
        let manifest =
            json!({ "schemaVersion": 2, "mediaType": MANIFEST, "config": config, "layers": [layer] });
        let mut descriptor = blobs.add(MANIFEST, to_bytes(&manifest));
        descriptor["platform"] = json!({ "architecture": architecture, "os": "linux" });
        manifests.push(descriptor);
    }
    let platforms = json!({ "schemaVersion": 2, "mediaType": INDEX, "manifests": manifests });
    let mut platforms = blobs.add(INDEX, to_bytes(&platforms));
    let name = format!("localhost/hanpan:{}", release.version);
    // Docker reads the first name, Podman either.
    platforms["annotations"] =
        json!({ "io.containerd.image.name": name, "org.opencontainers.image.ref.name": name });
    let index = json!({ "schemaVersion": 2, "mediaType": INDEX, "manifests": [platforms] });

    let mut tar = TarBuilder::new(release.epoch);
    tar.file("oci-layout", 0o644, br#"{"imageLayoutVersion":"1.0.0"}"#)?;
    tar.file("index.json", 0o644, &to_bytes(&index))?;
    tar.folder("blobs/", 0o755, Owner::ROOT)?;
    tar.folder("blobs/sha256/", 0o755, Owner::ROOT)?;
    for (digest, content) in &blobs.0 {
        tar.file(&format!("blobs/sha256/{digest}"), 0o644, content)?;
    }
    Ok(tar.finish())
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

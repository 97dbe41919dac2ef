// Writes a container image without a daemon: the single executable, and the libraries that it is linked with. The
// archive is an OCI image layout (podman load, skopeo oci-archive:) that docker load accepts as well.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { tarOf } from './archive.mjs';

/** The architecture names in images are Go's. */
const architectures = { x64: 'amd64', arm64: 'arm64' };

/** An unprivileged user without files in the image. */
const user = '10001:10001';

/**
 * @param executable for Linux, made on this machine.
 * @param documents texts by their names, for people and for licences.
 * @param created when, as `Date#toISOString` writes it.
 */
export async function writeImage(archive, { executable, documents, version, created }) {
  const libraries = librariesOf(executable);
  const files = [
    { name: 'etc/passwd', content: Buffer.from('kubecompat:x:10001:10001::/workspace:/sbin/nologin\n') },
    { name: 'tmp/', mode: 0o1777 },
    { name: 'workspace/' },
    { name: 'usr/local/bin/kubecompat', content: readFileSync(executable), mode: 0o755 },
    ...libraries.map((path) => ({ name: path.slice(1), content: readFileSync(realpathSync(path)), mode: 0o755 })),
    ...Object.entries({ ...documents, ...copyrightsOf(libraries) }).map(([name, text]) => ({
      name: `usr/share/doc/kubecompat/${name}`,
      content: Buffer.from(text),
    })),
  ];
  const tar = await tarOf(files);
  const layer = gzipSync(tar);
  const architecture = architectures[process.arch] ?? process.arch;
  const config = json({
    architecture,
    os: 'linux',
    created,
    config: {
      User: user,
      Entrypoint: ['/usr/local/bin/kubecompat'],
      Cmd: ['--help'],
      WorkingDir: '/workspace',
      Labels: { 'org.opencontainers.image.title': 'kubecompat', 'org.opencontainers.image.version': version },
    },
    rootfs: { type: 'layers', diff_ids: [digestOf(tar)] },
    history: [{ created, created_by: 'kubecompat scripts/container.mjs' }],
  });
  const manifest = json({
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config: described('application/vnd.oci.image.config.v1+json', config),
    layers: [described('application/vnd.oci.image.layer.v1.tar+gzip', layer)],
  });
  const index = json({
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [
      {
        ...described('application/vnd.oci.image.manifest.v1+json', manifest),
        platform: { architecture, os: 'linux' },
        annotations: { 'org.opencontainers.image.ref.name': `kubecompat:${version}` },
      },
    ],
  });
  const blobs = [layer, config, manifest];
  const image = [
    { name: 'oci-layout', content: json({ imageLayoutVersion: '1.0.0' }) },
    { name: 'index.json', content: index },
    ...blobs.map((content) => ({ name: blobOf(content), content })),
    // The additional part of the archive for docker load.
    {
      name: 'manifest.json',
      content: json([{ Config: blobOf(config), RepoTags: [`kubecompat:${version}`], Layers: [blobOf(layer)] }]),
    },
  ];
  writeFileSync(archive, await tarOf(image));
}

/** The linked libraries of the executable, including the loader: paths as the loader searches them. */
function librariesOf(executable) {
  const { status, stdout, stderr } = spawnSync('ldd', [executable], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ldd ${executable} failed: ${stderr}`);
  return [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x[0-9a-f]+\)/g)].map(([, path]) => path).sort();
}

/** The copyrights of the Debian packages of libraries. Throws if one is missing. */
function copyrightsOf(libraries) {
  const files = [...new Set(libraries.map((path) => realpathSync(path)))];
  const texts = files.map((file) => {
    const names = [file, file.replace(/^\/usr\//, '/'), `/usr${file}`];
    const found = names.map((name) => spawnSync('dpkg-query', ['-S', name], { encoding: 'utf8' }).stdout ?? '');
    const name = /^([\w.+-]+)(?::\w+)?: /.exec(found.join(''))?.[1];
    const copyright = `/usr/share/doc/${name}/copyright`;
    if (name === undefined || !existsSync(copyright)) throw new Error(`${basename(file)} has no copyright beside it`);
    return [`${name}.copyright`, readFileSync(copyright, 'utf8')];
  });
  return Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function json(value) {
  return Buffer.from(JSON.stringify(value));
}

function digestOf(content) {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

function blobOf(content) {
  return `blobs/${digestOf(content).replace(':', '/')}`;
}

function described(mediaType, content) {
  return { mediaType, digest: digestOf(content), size: content.length };
}

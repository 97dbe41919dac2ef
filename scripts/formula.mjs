import { basename } from 'node:path';
import { sha256Of } from './archive.mjs';

/** Homebrew's conditions for the machine, by Node.js's names of systems, as in the names of executable archives. */
const conditions = {
  'linux-x64': 'OS.linux? && Hardware::CPU.intel?',
  'linux-arm64': 'OS.linux? && Hardware::CPU.arm?',
  'darwin-x64': 'OS.mac? && Hardware::CPU.intel?',
  'darwin-arm64': 'OS.mac? && Hardware::CPU.arm?',
};

/**
 * The Homebrew formula: installs a single executable if there is one for the machine, else the npm package, which needs
 * Node.js.
 *
 * @param npmArchive the npm package.
 * @param executables archives of executables, by system.
 * @param address the address of all archives.
 */
export function formula({ version, npmArchive, executables, address }) {
  const singles = Object.entries(executables)
    .filter(([system]) => conditions[system] !== undefined)
    .map(([system, archive], index) => {
      const keyword = index === 0 ? 'if' : 'elsif';
      return `  ${keyword} ${conditions[system]}
    url "${address}/${basename(archive)}"
    sha256 "${sha256Of(archive)}"
`;
    });
  const ofNpm = (indent) => `${indent}url "${address}/${basename(npmArchive)}"
${indent}sha256 "${sha256Of(npmArchive)}"
${indent}depends_on "node"
`;
  const sources = singles.length === 0 ? ofNpm('  ') : `${singles.join('')}  else\n${ofNpm('    ')}  end\n`;
  return `class Kubecompat < Formula
  desc "Say what a kube-apiserver would do with manifests"
  homepage "${address}"
  version "${version}"
  license "Apache-2.0"
${sources}
  def install
    if File.exist?("kubecompat")
      bin.install "kubecompat"
      bin.install_symlink bin/"kubecompat" => "kubectl-compat"
      doc.install Dir["*"]
    else
      system "npm", "install", *std_npm_args
      bin.install_symlink Dir["#{libexec}/bin/*"]
    end
  end

  test do
    (testpath/"a.yaml").write("apiVersion: policy/v1beta1\\nkind: PodDisruptionBudget\\nmetadata: {name: a}\\n")
    assert_match "removed-api", shell_output("#{bin}/kubecompat check a.yaml --target 1.37", 1)
  end
end
`;
}

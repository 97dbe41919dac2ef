// npm runs this before it publishes the checkout, which is no package: it has no built files, and depends on what those do not.
console.error(
  'kubecompat: a checkout is not published\n  do   npm run release -- VERSION, and npm publish release/kubecompat-VERSION.tgz',
);
process.exit(1);

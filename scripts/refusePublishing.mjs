// npm runs this before publishing the checkout, which is not a package: it has no built files, and other dependencies.
console.error(
  'kubecompat: a checkout is not published\n  do   npm run release -- VERSION, and npm publish release/kubecompat-VERSION.tgz',
);
process.exit(1);

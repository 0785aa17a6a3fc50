// Runs after `npm ci`, on the Node that npm's scripts get. npm reports no error if it could not fetch the
// pinned Node, which is an optional package of each platform.
if (Number(process.versions.node.split('.')[0]) < 26) {
  console.error(
    `Node 26 was not installed, and Galley does not run on ${process.version}. Run "npm ci" again. If it fails again, install Node 26 from https://nodejs.org.`,
  )
  process.exit(1)
}

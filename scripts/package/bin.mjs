#!/usr/bin/env node
// Old Nodes must be able to parse this file: it imports nothing before it has checked the version.
if (Number(process.versions.node.split('.')[0]) < 26) {
  console.error(
    `galley: Node 26 or newer is needed; this is ${process.version}. Install it from https://nodejs.org.`,
  )
  process.exitCode = 1
} else import('./lib/start.mjs')

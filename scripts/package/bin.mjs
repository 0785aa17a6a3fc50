#!/usr/bin/env node
// Old versions of Node must be able to parse this file: it imports nothing before it has checked the version.
var version = process.versions.node.split('.').map(Number)
// The first versions of Node with crypto.randomUUIDv7.
var isSupported =
  version[0] === 24 ? version[1] >= 16 : version[0] > 26 || (version[0] === 26 && version[1] >= 1)
if (!isSupported) {
  console.error(
    'galley: Node 24 (24.16 or newer) or 26.1 or newer is needed; this is ' +
      process.version +
      '. Install it from https://nodejs.org.',
  )
  process.exitCode = 1
} else import('./lib/start.mjs')

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
}

/** Names, versions and license texts of the packages that hold these files. */
export function thirdPartyLicenses(files: Iterable<string>): string {
  const folders = new Set([...files].map(packageFolder))
  return [...folders].map(licenseOf).sort().join('\n')
}

/** The last `node_modules/name` or `node_modules/@scope/name` of a path. */
function packageFolder(file: string): string {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)![0]
}

function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Manifest
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`## ${name} ${version} (${license ?? 'see text'})`, ...texts].join('\n\n').concat('\n')
}

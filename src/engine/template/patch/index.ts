/** The rules of the patch endpoint. */

export { patchVersion, type TemplatePatch } from './patch-version.ts'

/** `galley upgrade` and its check: what the pending migrations do, and whether they can run. */

export { checkUpgrade } from './check-upgrade.ts'
export { upgrade } from './upgrade.ts'

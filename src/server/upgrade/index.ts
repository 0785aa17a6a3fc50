/** `galley upgrade` and its check: effects of the pending migrations, and whether they can run. */

export { checkUpgrade } from './check-upgrade.ts'
export { upgrade } from './upgrade.ts'

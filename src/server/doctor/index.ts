/** `galley doctor`: which features this machine supports, with remedies. */

export { examine } from './examine.ts'
export { printFindings } from './finding.ts'

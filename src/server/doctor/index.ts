/** `galley doctor`: what this machine can and cannot do. */

export { examine } from './examine.ts'
export { printFindings } from './finding.ts'

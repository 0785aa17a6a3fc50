/** Calls that change data, without the dialogs. */

export { useChange, useFormChange } from './use-change.ts'

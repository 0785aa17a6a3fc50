/** Calls that change data, without the dialogs. */

export { afterAsking } from './unsaved.ts'
export { useChange, useFormChange } from './use-change.ts'

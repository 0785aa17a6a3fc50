/** Dialogs of several rooms. */

export { FormDialog } from './form-dialog.tsx'
export { NameDialog } from './name-dialog.tsx'

/** Dialogs of several rooms, and calls that change data. */

export { CheckedForm } from './checked-form.tsx'
export { ConfirmButton, RowConfirmButton } from './confirm-button.tsx'
export { FormDialog } from './form-dialog.tsx'
export { NameDialog } from './name-dialog.tsx'
export { useChange, useFormChange } from './use-change.ts'

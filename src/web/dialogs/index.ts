/** Dialogs of several rooms. */

export { AskToLeave } from './ask-to-leave.tsx'
export { ConfirmButton, RowConfirmButton } from './confirm-button.tsx'
export { FormDialog } from './form-dialog.tsx'
export { NameDialog } from './name-dialog.tsx'

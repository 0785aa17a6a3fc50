/** The question before unsaved changes of a page are discarded, which few screens need. */

export { AskToLeave } from './ask-to-leave.tsx'

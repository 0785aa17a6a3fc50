export { MessageView, type ShownMessage } from './message-view.tsx'
export { duration, money } from './numbers.ts'

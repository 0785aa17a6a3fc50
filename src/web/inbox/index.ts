/** The inbox: notifications of the signed-in person. */

export { unreadQuery } from './queries.ts'

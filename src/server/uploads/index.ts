/** Large files, kept in pieces in the database until their job is done. */

export { type Uploaded, Uploads } from './uploads.ts'

/** Large files, kept in pieces in the database until their job is done. */

export { deleteUpload } from './queries.ts'
export { abandonedAfter, type Uploaded, Uploads } from './uploads.ts'

/** Large files, which are stored in pieces in the database until their job is done. */

export { deleteUploads } from './queries.ts'
export { abandonedAfter, Uploads } from './uploads.ts'

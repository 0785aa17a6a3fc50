export { type Uploaded, Uploads } from './uploads.ts'

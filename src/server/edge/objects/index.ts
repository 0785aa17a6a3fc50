export {
  createObjectStorage,
  isMissing,
  type ListedObject,
  type ObjectStorage,
  ObjectStorageError,
  type ObjectStorageOptions,
} from './object-storage.ts'

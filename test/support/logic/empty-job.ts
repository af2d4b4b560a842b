export default async function emptyJob() {}

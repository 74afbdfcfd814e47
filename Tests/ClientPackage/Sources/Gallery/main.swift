import OffscreenBatch

// Gallery FOLDER PAGE...    renders pages into a folder, and prints what becomes of each
let arguments = CommandLine.arguments.dropFirst()
do {
  let batch = Batch(
    arguments.dropFirst().map { BatchPage($0) }, into: arguments.first ?? "pictures", renderer: try .find())
  let results = batch.results()
  for try await result in results {
    let picture = result.output.map { " -> \($0)" } ?? ""
    switch result.outcome {
    case .rendered: print("rendered \(result.input)\(picture), \(result.width ?? 0)x\(result.height ?? 0)")
    case .unchanged: print("unchanged \(result.input)\(picture)")
    case .failed(let error): print("failed \(error.message)")
    }
  }
  print("\(try await results.summary.rendered) rendered")
} catch {
  print("error: \(error)")
}

namespace DroneDelivery.LoadTests.Lab.Folders;

/// <summary>The end of a command that found one record: where it went, and how the command ends.</summary>
/// <param name="recordFile">Its name in the folder.</param>
internal sealed class FoundRecord(string folder, string recordFile)
{
    /// <param name="write">Writes the folder, and returns the path of the report.</param>
    /// <param name="copy">Where the record is to go too; null for nowhere.</param>
    /// <returns>The path of the report.</returns>
    /// <exception cref="LabException">A file cannot be written.</exception>
    public async Task<string> WriteAsync(Func<Task<string>> write, FileInfo? copy)
    {
        var report = await OutputFile.MakeAsync(folder, write);
        if (copy is not null)
        {
            var written = Path.Combine(folder, recordFile);
            OutputFile.WriteBy(copy.FullName, path => File.Copy(written, path, overwrite: true), $"It is in {written} too.");
        }

        return report;
    }

    /// <param name="failure">What ended it early; null where nothing did.</param>
    /// <exception cref="LabException">Something did.</exception>
    public int ExitCodeOf(string? failure, bool interrupted) => failure is not null
        ? throw new LabException($"{failure} What was found until then: {folder}")
        : interrupted ? ExitCode.Interrupted : ExitCode.Done;
}

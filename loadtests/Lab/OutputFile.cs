namespace DroneDelivery.LoadTests.Lab;

/// <summary>
/// A file that the user asked for: figures, reports, scripts. Missing parent folders are created. A file that cannot be written
/// causes a <see cref="LabException"/> that contains the path.
/// </summary>
internal static class OutputFile
{
    /// <summary>Makes sure that the file can be written, before work whose results must not be lost. Keeps its content.</summary>
    /// <param name="file">Null for none.</param>
    public static void Prepare(FileInfo? file) =>
        WriteBy(file?.FullName, path => File.Open(path, FileMode.OpenOrCreate, FileAccess.Write).Dispose());

    /// <param name="file">Null for none.</param>
    /// <param name="kept">A sentence for the error message: the results that are kept.</param>
    public static void Write(FileInfo? file, Action<Stream> write, string kept = "") => WriteBy(
        file?.FullName,
        path =>
        {
            using var stream = File.Create(path);
            write(stream);
        },
        kept);

    public static void Write(string path, ReadOnlyMemory<byte> content) =>
        WriteBy(path, there => File.WriteAllBytes(there, content.Span));

    /// <summary>For writers that open the file themselves.</summary>
    /// <param name="path">Null for no file.</param>
    public static void WriteBy(string? path, Action<string> write, string kept = "")
    {
        if (path is null)
        {
            return;
        }

        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
            write(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The system reports a file that cannot be created as not found.
            var reason = exception is FileNotFoundException ? "no file can be created there." : exception.Message;
            throw new LabException($"{path} cannot be written: {reason} {kept}".TrimEnd(), exception);
        }
    }

    /// <summary>Runs <paramref name="make"/>, which reads run folders, and reports errors of reading and writing.</summary>
    /// <param name="path">The created file, or the folder that it is written to.</param>
    /// <param name="kept">A sentence for the error message: the results that are kept.</param>
    public static Task MakeAsync(string path, Func<Task> make, string kept = "") =>
        RunFolders.UseAsync(make, $"{path} cannot be made", kept);
}

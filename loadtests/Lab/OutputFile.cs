namespace DroneDelivery.LoadTests.Lab;

/// <summary>
/// A file that a reader asked for: figures, reports, scripts. Folders that are missing on the way to it are made. What cannot be
/// written is a <see cref="LabException"/> that names the path.
/// </summary>
internal static class OutputFile
{
    /// <summary>
    /// Before work whose results must not be lost: makes sure that they can be written. Keeps what is in the file.
    /// </summary>
    /// <param name="file">Null for none.</param>
    public static void Prepare(FileInfo? file)
    {
        if (file is not null)
        {
            WriteBy(file.FullName, path => File.Open(path, FileMode.OpenOrCreate, FileAccess.Write).Dispose());
        }
    }

    /// <param name="file">Null for none.</param>
    /// <param name="kept">What is there all the same, as a sentence.</param>
    public static void Write(FileInfo? file, Action<Stream> write, string kept = "")
    {
        if (file is not null)
        {
            WriteBy(
                file.FullName,
                path =>
                {
                    using var stream = File.Create(path);
                    write(stream);
                },
                kept);
        }
    }

    public static void Write(string path, ReadOnlyMemory<byte> content) =>
        WriteBy(path, there => File.WriteAllBytes(there, content.Span));

    /// <summary>For writers that open the file themselves.</summary>
    public static void WriteBy(string path, Action<string> write, string kept = "")
    {
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
            write(path);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // Of a file that cannot be made the system says that it cannot be found.
            var reason = exception is FileNotFoundException ? "no file can be made there." : exception.Message;
            throw new LabException($"{path} cannot be written: {reason} {kept}".TrimEnd(), exception);
        }
    }

    /// <summary>For what is made of run folders, which are read for it.</summary>
    /// <param name="path">What is made, or the folder that it goes to.</param>
    /// <param name="kept">What is there all the same, as a sentence.</param>
    public static async Task<T> MakeAsync<T>(string path, Func<Task<T>> make, string kept = "")
    {
        try
        {
            return await make();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            throw new LabException($"{path} cannot be made: {exception.Message} {kept}".TrimEnd(), exception);
        }
    }
}

namespace DroneDelivery.LoadTests.Lab.Options;

/// <summary>A file that an option names.</summary>
internal static class InputFile
{
    /// <param name="refusal">The start of the error: what the option takes.</param>
    /// <exception cref="FormatException">The file cannot be read or has other content; the message is one line.</exception>
    public static T Read<T>(string path, string refusal, Func<string, T> read)
    {
        try
        {
            return read(path);
        }
        catch (Exception exception) when (exception
            is IOException or UnauthorizedAccessException or FormatException or ArgumentException or JsonException)
        {
            throw new FormatException($"{refusal}: {exception.Message.ReplaceLineEndings(" ")}", exception);
        }
    }

    /// <exception cref="FormatException">Two of the paths are names of the same file.</exception>
    public static void RefuseSame(IEnumerable<string> paths)
    {
        if (paths.GroupBy(RealPath).FirstOrDefault(names => names.Count() > 1) is { } same)
        {
            throw new FormatException(
                $"{string.Join(" and ", same)} are the same file: name each file once, or its requests count several times.");
        }
    }

    /// <summary>The absolute path without symbolic links, which is the same for all names of a file.</summary>
    public static string RealPath(string path)
    {
        var full = Path.GetFullPath(path);
        if (Path.GetDirectoryName(full) is not { } parent)
        {
            return full;
        }

        var name = Path.Combine(RealPath(parent), Path.GetFileName(full));
        return Path.Exists(name) && File.ResolveLinkTarget(name, returnFinalTarget: true) is { FullName: var target }
            ? RealPath(target)
            : name;
    }
}

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
}

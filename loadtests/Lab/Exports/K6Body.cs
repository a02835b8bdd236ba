using System.Text.Unicode;

namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>A request's body for k6: a short text in the script, or else a file next to it that is read byte for byte.</summary>
internal sealed class K6Body
{
    private const int MaxInScript = 8 * 1024;
    private const int MaxBytes = 64 * 1024 * 1024;

    private readonly ReadOnlyMemory<byte> _bytes;

    /// <exception cref="FormatException">The body is too long. The message is one line.</exception>
    public K6Body(ReadOnlyMemory<byte> bytes) => _bytes = bytes.Length <= MaxBytes
        ? bytes
        : throw new FormatException(
            $"k6 keeps a copy of the body for each user: at most {MaxBytes >> 20} MiB can be exported; "
            + $"these are {bytes.Length:N0} bytes.");

    /// <summary>Null if there is no body, or if it is in a file.</summary>
    public string? Text => _bytes.IsEmpty || NeedsFile ? null : Encoding.UTF8.GetString(_bytes.Span);

    public bool NeedsFile => _bytes.Length > MaxInScript || !Utf8.IsValid(_bytes.Span);

    /// <param name="load">The name of the load, which is part of file names.</param>
    public ExportedFile ToFile(string load) => new(FileName(load), _bytes);

    public static string FileName(string load) => $"{load}.body";
}

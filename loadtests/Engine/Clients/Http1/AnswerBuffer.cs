namespace DroneDelivery.LoadTests.Engine.Clients.Http1;

/// <summary>
/// The bytes received over one connection and not parsed yet. It grows when a head is large, or when more bytes arrive at once
/// than fit.
/// </summary>
internal sealed class AnswerBuffer
{
    /// <summary>The maximum size of a head, and of a line between chunks, in bytes.</summary>
    private const int MaxText = 64 * 1024;

    private const int FirstSize = 16 * 1024;

    private byte[] _bytes = new byte[FirstSize];
    private int _start;
    private int _end;

    public ReadOnlySpan<byte> Unread => _bytes.AsSpan(_start, _end - _start);

    /// <summary>The free space for the next bytes. It is never empty.</summary>
    public Memory<byte> Room
    {
        get
        {
            if (_end == _bytes.Length)
            {
                MakeRoom();
            }
            else if (_start == _end)
            {
                _start = _end = 0;
            }

            return _bytes.AsMemory(_end);
        }
    }

    public void Received(int count) => _end += count;

    public void Skip(int count) => _start += count;

    public void Clear() => _start = _end = 0;

    /// <summary>
    /// Removes a line and returns it without its line end. False when it is not complete. Valid until the next bytes arrive.
    /// </summary>
    public bool TryTakeLine(out ReadOnlySpan<byte> line)
    {
        var unread = Unread;
        var end = unread.IndexOf((byte)'\n');
        if (end < 0)
        {
            ThrowIfTooLong("A line");
            line = default;
            return false;
        }

        MalformedAnswer.ThrowIf(end == 0 || unread[end - 1] != '\r', "a line ends without a carriage return");
        line = unread[..(end - 1)];
        Skip(end + 1);
        return true;
    }

    public void ThrowIfTooLong(string what)
    {
        if (Unread.Length >= MaxText)
        {
            throw new HttpIOException(HttpRequestError.ConfigurationLimitExceeded, $"{what} is longer than {MaxText} bytes.");
        }
    }

    private void MakeRoom()
    {
        var kept = Unread.Length;
        var grows = kept > _bytes.Length / 2 || (kept == 0 && _bytes.Length < MaxText);
        var bytes = grows ? new byte[_bytes.Length * 2] : _bytes;
        Unread.CopyTo(bytes);
        (_bytes, _start, _end) = (bytes, 0, kept);
    }
}

/// <summary>The exception for an invalid response, with the same error code as that of .NET's HTTP client.</summary>
internal static class MalformedAnswer
{
    public static HttpIOException Invalid(string what) =>
        new(HttpRequestError.InvalidResponse, $"The answer is not HTTP/1.1: {what}.");

    public static void ThrowIf(bool invalid, string what)
    {
        if (invalid)
        {
            throw Invalid(what);
        }
    }
}

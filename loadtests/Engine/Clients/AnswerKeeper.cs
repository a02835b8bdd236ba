using System.Buffers;

namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>Stores the headers and the body of one response.</summary>
internal sealed class AnswerKeeper
{
    private const int MaxBody = 256 * 1024 * 1024;

    private readonly List<KeyValuePair<string, string>> _headers = [];
    private readonly ArrayBufferWriter<byte> _body = new();

    public void KeepHeader(string name, string value) => _headers.Add(new(name, value));

    public void KeepHeaders(HttpResponseMessage response) => _headers.AddRange(
        from header in response.Headers.NonValidated.Concat(response.Content.Headers.NonValidated)
        from value in header.Value
        select KeyValuePair.Create(header.Key, value));

    public void KeepBody(ReadOnlySpan<byte> bytes)
    {
        if (_body.WrittenCount + bytes.Length > MaxBody)
        {
            throw new HttpIOException(HttpRequestError.ConfigurationLimitExceeded, $"The body is longer than {MaxBody} bytes.");
        }

        _body.Write(bytes);
    }

    public void Clear()
    {
        _headers.Clear();
        _body.ResetWrittenCount();
    }

    public HttpAnswer ToAnswer(RequestOutcome outcome) => new(outcome, _headers, _body.WrittenMemory);
}

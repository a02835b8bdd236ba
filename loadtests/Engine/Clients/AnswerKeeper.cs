using System.Buffers;
using DroneDelivery.LoadTests.Engine.Runs;

namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>Takes down the headers and the body of one answer.</summary>
internal sealed class AnswerKeeper
{
    private readonly List<KeyValuePair<string, string>> _headers = [];

    public ArrayBufferWriter<byte> Body { get; } = new();

    public void KeepHeader(string name, string value) => _headers.Add(new(name, value));

    public void KeepHeaders(HttpResponseMessage response)
    {
        foreach (var (name, values) in response.Headers.NonValidated.Concat(response.Content.Headers.NonValidated))
        {
            foreach (var value in values)
            {
                KeepHeader(name, value);
            }
        }
    }

    public HttpAnswer ToAnswer(RequestOutcome outcome) => new(outcome, _headers, Body.WrittenMemory);
}

namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>A response with its headers and body, for callers that read them.</summary>
/// <param name="Outcome">The counted outcome. When it has an error, headers and body are empty.</param>
public sealed record HttpAnswer(
    RequestOutcome Outcome, IReadOnlyList<KeyValuePair<string, string>> Headers, ReadOnlyMemory<byte> Body)
{
    /// <summary>0 when no complete response was received.</summary>
    public int Status => Outcome.StatusCode;

    public string Text => Encoding.UTF8.GetString(Body.Span);

    /// <summary>The value of the first header with this name, ignoring case; null when there is none.</summary>
    public string? Header(string name) => AllOf(name).FirstOrDefault();

    /// <summary>The values of all headers with this name, ignoring case.</summary>
    public IEnumerable<string> AllOf(string name) =>
        Headers.Where(header => header.Key.Equals(name, StringComparison.OrdinalIgnoreCase)).Select(header => header.Value);

    internal static HttpAnswer None(RequestOutcome outcome) => new(outcome, [], default);
}

using System.Text;
using DroneDelivery.LoadTests.Engine.Recording;

namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>An answer with its headers and body, for those who must look into it.</summary>
/// <param name="Outcome">What is counted. When it carries an error, headers and body are empty.</param>
public sealed record HttpAnswer(
    RequestOutcome Outcome, IReadOnlyList<KeyValuePair<string, string>> Headers, ReadOnlyMemory<byte> Body)
{
    /// <summary>0 when no whole answer came.</summary>
    public int Status => Outcome.StatusCode;

    public string Text => Encoding.UTF8.GetString(Body.Span);

    /// <summary>The first header of this name, whatever its case; null when there is none.</summary>
    public string? Header(string name) => Headers.FirstOrDefault(Named(name)).Value;

    /// <summary>All headers of this name, whatever its case.</summary>
    public IEnumerable<string> AllOf(string name) => Headers.Where(Named(name)).Select(header => header.Value);

    internal static HttpAnswer None(RequestOutcome outcome) => new(outcome, [], default);

    private static Func<KeyValuePair<string, string>, bool> Named(string name) =>
        header => header.Key.Equals(name, StringComparison.OrdinalIgnoreCase);
}

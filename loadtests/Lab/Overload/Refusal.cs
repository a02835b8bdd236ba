using System.Text.Json;
using System.Text.Json.Serialization;
using DroneDelivery.LoadTests.Engine.Clients;

namespace DroneDelivery.LoadTests.Lab.Overload;

/// <summary>
/// What the gateway answers when it sheds load: 503 with a problem whose failure is <c>overloaded</c>. Any other 503 is of a
/// request that was let in, or of a backend that is paused or says it itself.
/// </summary>
internal static class Refusal
{
    private const int Unavailable = 503;
    private const string Overloaded = "overloaded";

    public static bool Is(HttpAnswer answer)
    {
        try
        {
            return answer.Status == Unavailable
                && JsonSerializer.Deserialize<Problem>(answer.Body.Span) is { Failure: Overloaded };
        }
        catch (JsonException)
        {
            return false;
        }
    }

    private sealed record Problem([property: JsonPropertyName("failure")] string? Failure);
}

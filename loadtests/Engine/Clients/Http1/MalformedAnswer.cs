namespace DroneDelivery.LoadTests.Engine.Clients.Http1;

/// <summary>What is wrong with an answer, under the words that the platform's own client uses.</summary>
internal static class MalformedAnswer
{
    public static HttpIOException Invalid(string what) =>
        new(HttpRequestError.InvalidResponse, $"The answer is not HTTP/1.1: {what}.");

    public static HttpIOException TooLarge(string what, int most) =>
        new(HttpRequestError.ConfigurationLimitExceeded, $"{what} is longer than {most} bytes.");

    public static HttpIOException Ended() =>
        new(HttpRequestError.ResponseEnded, "The connection was closed before the answer was whole.");
}

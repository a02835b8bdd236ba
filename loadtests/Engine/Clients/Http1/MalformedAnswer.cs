namespace DroneDelivery.LoadTests.Engine.Clients.Http1;

/// <summary>Exceptions for an invalid response, with the same error codes as .NET's HTTP client.</summary>
internal static class MalformedAnswer
{
    public static HttpIOException Invalid(string what) =>
        new(HttpRequestError.InvalidResponse, $"The answer is not HTTP/1.1: {what}.");

    public static HttpIOException TooLarge(string what, int most) =>
        new(HttpRequestError.ConfigurationLimitExceeded, $"{what} is longer than {most} bytes.");

    public static HttpIOException Ended() =>
        new(HttpRequestError.ResponseEnded, "The connection was closed before the answer was whole.");
}

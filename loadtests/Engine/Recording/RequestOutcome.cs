namespace DroneDelivery.LoadTests.Engine.Recording;

/// <summary>The outcome of one request.</summary>
/// <param name="StatusCode">0 without a response.</param>
/// <param name="Error">Why there is no complete or valid response; null when there is one. Failures are counted by it, so it
/// has few different values.</param>
/// <param name="Bytes">The length of the body that was read.</param>
public readonly record struct RequestOutcome(int StatusCode, string? Error, long Bytes)
{
    public const string TimedOut = "timeout";

    /// <summary>Whether the status is expected, also when it is not one of 200 to 299.</summary>
    public bool Expected { get; init; }

    /// <summary>A response with a 2xx status, or with an expected one, read to its end.</summary>
    public bool IsSuccess => Error is null && (Expected || StatusCode is >= 200 and <= 299);

    /// <summary>Whether it is a time-out: only the time that the client waited is known.</summary>
    public bool IsUnfinished { get => field || Error == TimedOut; init; }

    public RequestEnd HowItEnded => IsSuccess ? RequestEnd.Success
        : IsUnfinished ? RequestEnd.Unfinished
        : RequestEnd.Failure;

    /// <summary>What a failure is counted under ("HTTP 503", "timeout", "ConnectionRefused"); null without one.</summary>
    public string? FailureReason => IsSuccess ? null : Error ?? $"HTTP {StatusCode}";

    /// <summary>The outcome for an exception of a user action. HttpClient reports a time-out as a cancellation.</summary>
    public static RequestOutcome FromException(Exception exception) => new(
        0,
        exception is TimeoutException || exception.InnerException is TimeoutException ? TimedOut : exception.GetType().Name,
        0);
}

using System.Globalization;
using DroneDelivery.LoadTests.Engine.Histograms;

namespace DroneDelivery.LoadTests.Engine.Recording;

public enum OutcomeKind
{
    /// <summary>An answer with a 2xx status, or the one that was wanted, read to its end.</summary>
    Success,

    /// <summary>What a client sees as a failure: any other status, a time-out, a broken connection, an exception.</summary>
    ClientError,
}

/// <summary>What came of one request.</summary>
/// <param name="StatusCode">0 when no answer came.</param>
/// <param name="Error">Why there is no whole answer; null when there is one. One of few words, since failures are counted by
/// it.</param>
/// <param name="Bytes">Length of the body that was read.</param>
public readonly record struct RequestOutcome(int StatusCode, string? Error, long Bytes)
{
    public const string TimedOut = "timeout";

    /// <summary>The status is what was wanted, whether or not it is one of 200 to 299.</summary>
    public bool Expected { get; init; }

    public OutcomeKind Kind =>
        Error is null && (Expected || StatusCode is >= 200 and <= 299) ? OutcomeKind.Success : OutcomeKind.ClientError;

    /// <summary>How long it took is not known of a time-out, only how long the client waited.</summary>
    public RequestEnd End => Kind == OutcomeKind.Success ? RequestEnd.Success
        : Error == TimedOut ? RequestEnd.Unfinished
        : RequestEnd.Failure;

    /// <summary>
    /// The word under which a failure is counted ("HTTP 503", "timeout", "ConnectionRefused"); null for a success.
    /// </summary>
    public string? FailureReason =>
        Kind == OutcomeKind.Success ? null : Error ?? string.Create(CultureInfo.InvariantCulture, $"HTTP {StatusCode}");

    /// <summary>
    /// An exception of a user action, which is a failed request. HttpClient reports a time-out by a cancellation.
    /// </summary>
    public static RequestOutcome FromException(Exception exception) => new(
        0,
        exception is TimeoutException || exception.InnerException is TimeoutException ? TimedOut : exception.GetType().Name,
        0);
}

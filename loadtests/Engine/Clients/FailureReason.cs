using System.Security.Authentication;

namespace DroneDelivery.LoadTests.Engine.Clients;

/// <summary>
/// A one-word reason for a failed request, so that failures of one kind are counted together even if their messages differ.
/// </summary>
internal static class FailureReason
{
    /// <summary>Whether the exception comes from the network or an aborted request, and not from this program.</summary>
    public static bool IsNetworkError(Exception exception) => exception is IOException or HttpRequestException or SocketException
        or AuthenticationException or OperationCanceledException or ObjectDisposedException;

    public static string FromException(Exception exception)
    {
        for (var cause = exception; cause is not null; cause = cause.InnerException)
        {
            if (cause is SocketException socket)
            {
                return socket.SocketErrorCode.ToString();
            }

            if (cause is AuthenticationException)
            {
                return nameof(HttpRequestError.SecureConnectionError);
            }
        }

        return exception switch
        {
            HttpRequestException { HttpRequestError: not HttpRequestError.Unknown and var error } => error.ToString(),
            HttpIOException { HttpRequestError: not HttpRequestError.Unknown and var error } => error.ToString(),
            _ => exception.GetType().Name,
        };
    }
}

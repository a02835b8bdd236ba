using System.Security.Cryptography;
using System.Text;
using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Admin;

/// <summary>
/// Lets a session stand for the key that the operator signed in with. A change must prove that it comes from the admin page: by
/// the headers that a browser sets, and by the token of the session.
/// </summary>
internal sealed class SessionMiddleware(RequestDelegate next, AdminSessions sessions)
{
    public const string Cookie = "gateway-session";
    public const string TokenHeader = "X-Csrf-Token";

    public Task InvokeAsync(HttpContext context)
    {
        var request = context.Request;
        if (request.Headers.ContainsKey(KeyInRequest.Header)
            || request.Cookies[Cookie] is not { } id
            || sessions.Find(id) is not var (session, holder))
        {
            return next(context);
        }

        var refusal = FindRefusal(context);
        if (refusal is null && !IsSafe(request) && !IsToken(request.Headers[TokenHeader].ToString(), session.CsrfToken))
        {
            refusal = $"The header {TokenHeader} is missing or wrong.";
        }

        if (refusal is not null)
        {
            return TypedResults.Problem(refusal, statusCode: StatusCodes.Status403Forbidden).ExecuteAsync(context);
        }

        context.Features.Set(session);
        context.Features.Set(holder);
        return next(context);
    }

    /// <summary>Returns why a request is refused as one of another site; null if it is allowed.</summary>
    public static string? FindRefusal(HttpContext context)
    {
        var request = context.Request;
        var (origin, site) = (request.Headers.Origin.ToString(), request.Headers["Sec-Fetch-Site"].ToString());
        var isOwn = origin.Length > 0
            ? origin.Equals($"{request.Scheme}://{request.Host}", StringComparison.OrdinalIgnoreCase)
            : site == "same-origin" || (IsSafe(request) && site is "" or "none");
        return isOwn ? null : $"The origin is '{origin}'; only requests from the admin page are allowed.";
    }

    private static bool IsSafe(HttpRequest request) => HttpMethods.IsGet(request.Method) || HttpMethods.IsHead(request.Method);

    private static bool IsToken(string sent, string token) =>
        CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(sent), Encoding.UTF8.GetBytes(token));
}

using DroneDelivery.Gateway.Keys;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Gateway.Admin;

internal static class SessionEndpoints
{
    public static RouteGroupBuilder MapSession(this RouteGroupBuilder admin)
    {
        var group = admin.MapGroup("/session").WithTags("Session");
        group.MapPost("/", SignIn).WithSummary("Begins a session of the admin page, for the key of this request.");
        group.MapGet("/", GetSession).WithSummary("Shows the session of this request.");
        group.MapDelete("/", SignOut).WithSummary("Ends the session of this request.");
        return admin;
    }

    private static Results<Ok<SessionView>, ProblemHttpResult> SignIn(
        HttpContext context, AdminSessions sessions, ILogger<AdminSessions> logger)
    {
        // Another site must not sign its visitor in as someone else.
        if (context.Request.Headers.Origin.Count > 0 && SessionMiddleware.FindRefusal(context) is { } refusal)
        {
            return TypedResults.Problem(refusal, statusCode: StatusCodes.Status403Forbidden);
        }

        var caller = Caller.FromContext(context)!;
        sessions.End(context.Request.Cookies[SessionMiddleware.Cookie] ?? "");
        var session = sessions.Begin(caller);
        context.Response.Cookies.Append(SessionMiddleware.Cookie, session.Id, CookieFor(context));
        Log.OperatorSignedIn(logger, caller.KeyId);
        return TypedResults.Ok(View(context, session));
    }

    private static Results<Ok<SessionView>, NotFound> GetSession(HttpContext context) =>
        context.Features.Get<AdminSession>() is { } session ? TypedResults.Ok(View(context, session)) : TypedResults.NotFound();

    private static NoContent SignOut(HttpContext context, AdminSessions sessions)
    {
        if (context.Features.Get<AdminSession>() is { } session)
        {
            sessions.End(session.Id);
            context.Response.Cookies.Delete(SessionMiddleware.Cookie, CookieFor(context));
        }

        return TypedResults.NoContent();
    }

    private static SessionView View(HttpContext context, AdminSession session)
    {
        context.Response.Headers.CacheControl = "no-store";
        return new(Caller.FromContext(context)!.Name, session.KeyId, session.EndsAt, session.CsrfToken);
    }

    private static CookieOptions CookieFor(HttpContext context) => new()
    {
        HttpOnly = true,
        IsEssential = true,
        Path = "/admin",
        SameSite = SameSiteMode.Strict,
        Secure = context.Request.IsHttps,
    };
}

/// <param name="Name">The name of the operator.</param>
internal sealed record SessionView(string Name, string KeyId, DateTimeOffset EndsAt, string CsrfToken);

using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.ServiceDefaults.Authorization;

/// <summary>
/// The sender of a request, from two headers that the gateway sets. The gateway removes those headers from clients' requests.
/// </summary>
/// <param name="Owners">All, if the request passed no gateway that requires keys.</param>
/// <param name="Holder">The name of the key's holder, or null.</param>
public sealed record ForwardedCaller(AllowedOwners Owners, string? Holder)
{
    public const string OwnersHeader = "X-Caller-Owners";
    public const string HolderHeader = "X-Caller-Holder";

    public const string Refusal = "The API key does not allow this.";

    /// <summary>Binds a parameter of an endpoint.</summary>
    public static ValueTask<ForwardedCaller?> BindAsync(HttpContext context)
    {
        var headers = context.Request.Headers;
        var owners = headers.TryGetValue(OwnersHeader, out var text) ? new AllowedOwners(text.ToString()) : AllowedOwners.All;
        return new(new ForwardedCaller(owners, headers.TryGetValue(HolderHeader, out var holder) ? holder.ToString() : null));
    }

    /// <summary>
    /// The response to a request for data of an owner who is not among <see cref="Owners"/>: the gateway's own.
    /// </summary>
    public static ProblemHttpResult Forbid() => TypedResults.Problem(
        Refusal,
        statusCode: StatusCodes.Status403Forbidden,
        extensions: [new("failure", "forbidden")]);
}

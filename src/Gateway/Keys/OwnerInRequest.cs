using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.AspNetCore.Http.Features;

namespace DroneDelivery.Gateway.Keys;

/// <summary>The result of checking the owner in the path or the query of a request.</summary>
internal enum OwnerCheck
{
    /// <summary>
    /// The key allows the owner, or the request names no owner; without an owner, the backend checks the data that it returns.
    /// </summary>
    Allowed,

    /// <summary>The key does not allow the owner.</summary>
    Forbidden,

    /// <summary>A backend might read a different owner than the gateway.</summary>
    Ambiguous,
}

/// <summary>Reads the owner that a request names, in the same way as the backends.</summary>
internal static class OwnerInRequest
{
    public const string Name = "ownerId";

    /// <summary>Describes the only form that is not ambiguous.</summary>
    public const string Form = "The owner must be given once, as ownerId, and with no other escape than %40.";

    private const string EscapedAt = "%40";

    public static OwnerCheck Check(HttpRequest request, AllowedOwners allowed)
    {
        var inQuery = CheckQuery(request.QueryString.Value, allowed);
        if (request.RouteValues.GetValueOrDefault(Name) is not string inPath)
        {
            return inQuery ?? OwnerCheck.Allowed;
        }

        return inQuery is null && HasNoOtherEscape(PathOf(request)) ? ToCheck(allowed.Include(inPath)) : OwnerCheck.Ambiguous;
    }

    /// <summary>Returns the owner of a request that is <see cref="OwnerCheck.Allowed"/>; null if it names none.</summary>
    public static string? Read(HttpRequest request) => request.RouteValues.GetValueOrDefault(Name) as string
        ?? (request.Query.TryGetValue(Name, out var inQuery) ? inQuery.ToString() : null);

    /// <returns>Null if the query names no owner.</returns>
    private static OwnerCheck? CheckQuery(ReadOnlySpan<char> query, AllowedOwners allowed)
    {
        OwnerCheck? result = null;
        query = query.IsEmpty ? query : query[1..];
        foreach (var range in query.Split('&'))
        {
            var parameter = query[range];
            var name = QueryParameter.NameOf(parameter);
            if (QueryParameter.IsRead(name, Name))
            {
                var isUnclear = result is not null || !name.SequenceEqual(Name);
                result = isUnclear ? OwnerCheck.Ambiguous : CheckValue(QueryParameter.ValueOf(parameter), allowed);
            }
        }

        return result;
    }

    private static OwnerCheck CheckValue(ReadOnlySpan<char> value, AllowedOwners allowed)
    {
        // In a query, a plus sign means a space.
        if (value.Contains('+') || !HasNoOtherEscape(value))
        {
            return OwnerCheck.Ambiguous;
        }

        return ToCheck(allowed.Include(
            value.Contains('%') ? value.ToString().Replace(EscapedAt, "@", StringComparison.Ordinal) : value));
    }

    private static OwnerCheck ToCheck(bool isAllowed) => isAllowed ? OwnerCheck.Allowed : OwnerCheck.Forbidden;

    private static bool HasNoOtherEscape(ReadOnlySpan<char> text) => text.Count('%') == text.Count(EscapedAt);

    private static ReadOnlySpan<char> PathOf(HttpRequest request)
    {
        var target = request.HttpContext.Features.GetRequiredFeature<IHttpRequestFeature>().RawTarget.AsSpan();
        return target.IndexOf('?') is >= 0 and var end ? target[..end] : target;
    }
}

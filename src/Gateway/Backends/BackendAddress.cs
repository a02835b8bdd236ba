namespace DroneDelivery.Gateway.Backends;

/// <summary>An address of a backend, as configured: <c>http://10.0.0.1:5111</c>, or <c>dns+http://delivery:5111</c>.</summary>
/// <param name="Uri">The address without <c>dns+</c>.</param>
/// <param name="IsResolved">
/// Whether the host is a name that is resolved periodically, to a destination for each of its IP addresses.
/// </param>
internal sealed record BackendAddress(Uri Uri, bool IsResolved)
{
    private const string ResolvedPrefix = "dns+";

    /// <summary>Returns null if the text is not an address of a backend.</summary>
    public static BackendAddress? Parse(string text)
    {
        var isResolved = text.StartsWith(ResolvedPrefix, StringComparison.OrdinalIgnoreCase);
        return Uri.TryCreate(isResolved ? text[ResolvedPrefix.Length..] : text, UriKind.Absolute, out var uri)
            && (uri.Scheme == Uri.UriSchemeHttp || (uri.Scheme == Uri.UriSchemeHttps && !isResolved))
            && uri.AbsolutePath == "/"
                ? new BackendAddress(uri, isResolved)
                : null;
    }

    public override string ToString() => $"{(IsResolved ? ResolvedPrefix : "")}{Uri.GetLeftPart(UriPartial.Authority)}";
}

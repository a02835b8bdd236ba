namespace DroneDelivery.Gateway.Keys;

/// <summary>A parameter of a query string as it was sent, such as <c>ownerId=acme</c>.</summary>
internal static class QueryParameter
{
    public static ReadOnlySpan<char> NameOf(ReadOnlySpan<char> parameter) =>
        parameter.IndexOf('=') is >= 0 and var equals ? parameter[..equals] : parameter;

    public static ReadOnlySpan<char> ValueOf(ReadOnlySpan<char> parameter) =>
        parameter.IndexOf('=') is >= 0 and var equals ? parameter[(equals + 1)..] : [];

    /// <summary>
    /// Whether a service may read this as the name: without regard to case and white space around it, and with its escapes
    /// decoded.
    /// </summary>
    public static bool IsRead(ReadOnlySpan<char> sentName, string name) =>
        sentName.Contains('%')
            ? Uri.UnescapeDataString(sentName).Trim().Equals(name, StringComparison.OrdinalIgnoreCase)
            : sentName.Trim().Equals(name, StringComparison.OrdinalIgnoreCase);
}

using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Query.Values;

/// <summary>The limit of a result that may be longer than what it is made of: nested calls would multiply its length.</summary>
internal static class ResultLength
{
    /// <summary>Characters of a string, or items of an array.</summary>
    private const int Max = 2 * 1024 * 1024;

    /// <summary>Bytes of an array or an object: more than an array of as many items as are allowed takes.</summary>
    private const int MaxSize = 128 * 1024 * 1024;

    /// <summary>
    /// Arrays and objects within one another: each level takes stack when the value is written, compared or kept. Joins can add to
    /// the levels that the text of a query has.
    /// </summary>
    private const int MaxDepth = JsonDepth.Max;

    /// <param name="function">The function or operator.</param>
    /// <exception cref="SqlSemanticException">The result is too long.</exception>
    public static void Check(string function, long length, string unit = "characters")
    {
        if (length > Max)
        {
            throw new SqlSemanticException(SqlErrorCodes.BadRequest, $"The result of {function} has {length} {unit}; {Max} are allowed.");
        }
    }

    /// <returns>The value itself.</returns>
    /// <exception cref="SqlSemanticException">The value is too large, or too deep.</exception>
    public static CosmosValue CheckSize(in CosmosValue value)
    {
        CheckSize(value.Size);
        return value.Depth <= MaxDepth ? value : throw new SqlSemanticException(
            SqlErrorCodes.BadRequest, $"A value that the query makes has more levels of arrays and objects than are allowed: {MaxDepth}.");
    }

    /// <summary>
    /// The limit of an array or an object: one that has another several times would multiply its size, without much memory until
    /// it is written, compared or kept.
    /// </summary>
    /// <param name="size">The bytes that it takes in memory.</param>
    /// <exception cref="SqlSemanticException">The value is too large.</exception>
    public static void CheckSize(long size)
    {
        if (size > MaxSize)
        {
            throw new SqlSemanticException(
                SqlErrorCodes.BadRequest, $"A value that the query makes has more bytes than are allowed: {MaxSize}.");
        }
    }
}

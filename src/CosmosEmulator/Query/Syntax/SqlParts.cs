namespace DroneDelivery.CosmosEmulator.Query.Syntax;

/// <summary>What an expression consists of.</summary>
internal static class SqlParts
{
    /// <summary>The expressions directly in it. Those of a subquery belong to the subquery.</summary>
    public static IEnumerable<SqlExpression> Read(SqlExpression expression) => expression switch
    {
        SqlArrayLiteral array => array.Items,
        SqlObjectLiteral literal => literal.Members.Select(member => member.Value),
        SqlMember member => [member.Source, member.Key],
        SqlUnary unary => [unary.Operand],
        SqlBinary binary => [binary.Left, binary.Right],
        SqlLogical logical => logical.Operands,
        SqlIn choice => [choice.Operand, .. choice.Choices],
        SqlBetween between => [between.Operand, between.Low, between.High],
        SqlLike { Escape: { } escape } like => [like.Operand, like.Pattern, escape],
        SqlLike like => [like.Operand, like.Pattern],
        SqlConditional conditional => [conditional.Condition, conditional.WhenTrue, conditional.Otherwise],
        SqlCall call => call.Arguments,
        _ => [],
    };
}
